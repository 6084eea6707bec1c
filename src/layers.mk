# The layers of the program, each with the layers that it may use: the one list that the build (which links every
# layer's unit tests against these alone) and scripts/layers (which reads the includes) both go by.
# On a line the users stand before the used, which is the order a linker wants.
#
#   models is models/*/*.c, every other layer src/LAYER/*.c; a layer may be a folder inside another's

LAYERS = base litmus litmus/read cat axiom explore kit compose models verify report cli

USES_base    =
USES_litmus  = base
USES_litmus/read = litmus base
USES_cat     = litmus/read litmus base
USES_axiom   = cat litmus/read litmus base
USES_explore = base
USES_kit     = explore litmus base
USES_compose = kit explore litmus base
USES_models  = compose kit explore litmus base
USES_verify  = compose kit explore axiom cat litmus/read litmus base
USES_report  = verify compose kit explore axiom cat litmus/read litmus base
USES_cli     = report verify models compose kit explore axiom cat litmus/read litmus base
