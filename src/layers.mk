# The layers of the program, each with the layers that it may use: the one list that the build (which links every
# layer's unit tests against these alone) and scripts/layers (which reads the includes) both go by.
# On a line the users stand before the used, which is the order a linker wants.
#
#   models is models/*/*.c, every other layer src/LAYER/*.c
#
# frames is a vertical: its records and its model need kit alone, its commands need cli.  So models stand on it, and their
# unit tests are linked without the layers of its commands.

LAYERS = base litmus axiom explore kit run verify mutation report cli frames models

USES_base     =
USES_litmus   = base
USES_axiom    = litmus base
USES_explore  = base
USES_kit      = explore litmus base
USES_run      = kit explore axiom litmus base
USES_verify   = run kit explore axiom litmus base
USES_mutation = verify run kit explore axiom litmus base
USES_report   = mutation verify run kit explore axiom litmus base
USES_cli      = report mutation verify run kit explore axiom litmus base
USES_frames   = cli report mutation verify run kit explore axiom litmus base
USES_models   = frames kit explore litmus base
