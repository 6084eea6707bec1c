/* The memory of syntax trees: each tree lists the blocks that it is made of. */
#include "cat/tree.h"

#include <string.h>

void *cat_tree_keep(struct cat_tree *tree, void *block) {
  if (block) vector_push(tree->blocks, block);
  return block;
}

void cat_tree_free(struct cat_tree *tree) {
  for (size_t i = 0; i < tree->blocks.length; i++) memory_free(tree->blocks.items[i]);
  vector_free(tree->blocks);
  memory_free(tree->title);
  memset(tree, 0, sizeof *tree);
}
