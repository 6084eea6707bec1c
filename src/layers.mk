# The layers of the program, each with the layers that it may use: the one list that the build (which links every
# layer's unit tests against these alone) and scripts/layers (which reads the includes) both go by.
# On a line the users stand before the used, which is the order a linker wants.
#
#   models is models/*/*/*.c (and models/*/*.c: a folder may stand outside the families), every other layer src/LAYER/*.c

LAYERS = base litmus axiom explore kit compose models verify report cli

USES_base    =
USES_litmus  = base
USES_axiom   = litmus base
USES_explore = base
USES_kit     = explore litmus base
USES_compose = kit explore litmus base
USES_models  = compose kit explore litmus base
USES_verify  = compose kit explore axiom litmus base
USES_report  = verify compose kit explore axiom litmus base
USES_cli     = report verify models compose kit explore axiom litmus base
