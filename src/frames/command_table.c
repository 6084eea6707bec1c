/* frames table: the tables of a model as a document. */
#include "cli/table.h"
#include "frames/commands.h"

static int run(const struct arguments *arguments) { return table_show(arguments, &frames_models); }

const struct command frames_command_table = {
  .family = "frames",
  .name = "table",
  .arguments = "-p MODEL [--format md|dot]",
  .summary = "the tables of a model",
  .help = "Prints the tables of the model's controllers as Markdown, each row with its source's\n"
          "cell, or draws them for Graphviz.",
  .takes = TAKES(models) | TAKES(assignments) | TAKES(format),
  .run = run,
};
