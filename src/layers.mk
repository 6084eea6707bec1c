# The layers of the program, from the ground up, and the layers that each may use.  The build links every layer's unit
# tests against its own list alone; scripts/layers reads the includes.  On a line the users stand before the used, which
# is the order that a linker wants.
#
#   models is models/*/*.c, every other layer src/LAYER/*.c
#
# frames is a vertical: its records and its model need protocol alone, its commands need cli.  So models stand on it, and their
# unit tests are linked without the layers of its commands.

LAYERS = base extract os litmus litmus/read cat axiom states search liveness protocol machine reduce abstract engine run verify mutation report/draw report report/page authoring cli frames models

USES_base     =
USES_extract  = base
USES_os       = base
USES_litmus   = base
USES_litmus/read = litmus base
USES_cat      = litmus base
USES_axiom    = cat litmus/read litmus base
USES_states   = os base
USES_search   = states os base
USES_liveness = search states os base
USES_protocol = search states os litmus base
USES_machine  = protocol liveness search states os litmus base
USES_reduce   = machine protocol liveness search states os litmus base
USES_abstract = reduce machine protocol liveness search states os litmus base
USES_engine   = abstract reduce machine protocol liveness search states os litmus base
USES_run      = engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_verify   = run engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_mutation = verify run engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_report/draw = base
USES_report   = report/draw mutation verify run engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_report/page = report report/draw mutation verify run engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_authoring = protocol search states os litmus base
USES_cli      = extract authoring report/page report report/draw mutation verify run engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_frames   = cli extract authoring report/page report report/draw mutation verify run engine abstract reduce machine protocol liveness search states os axiom cat litmus/read litmus base
USES_models   = frames engine abstract reduce machine protocol liveness search states os litmus base

# Layers that only these may include, though others link them: models reach the states through search/model.h.
ONLY_states   = search liveness
