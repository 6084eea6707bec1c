/* The cursor over tokens, and the making of nodes.  Later passes walk trees by recursion, so a tree
 * is at most DEPTH_MAX deep. */
#include "cat/reader.h"

#include <string.h>

enum { DEPTH_MAX = 2000, QUOTED_MAX = 40 };

const struct cat_lexeme *cat_peek(const struct cat_reader *reader) {
  return &reader->lexemes.items[reader->next];
}

bool cat_is_next(const struct cat_reader *reader, enum cat_token token) {
  return cat_peek(reader)->token == token;
}

bool cat_accept(struct cat_reader *reader, enum cat_token token) {
  if (!cat_is_next(reader, token)) return false;
  reader->next++;
  return true;
}

bool cat_fail(struct cat_reader *reader, const char *expected) {
  struct span span = cat_peek(reader)->span;
  if (cat_is_next(reader, TOKEN_END))
    return cat_fail_at(reader, span, "expected %s, found the end of the file", expected);
  int length = span.length > QUOTED_MAX ? QUOTED_MAX : (int)span.length;
  return cat_fail_at(reader, span, "expected %s, found \"%.*s\"", expected, length,
                     reader->source->text + span.start);
}

bool cat_unsupported(struct cat_reader *reader, const char *what) {
  return cat_fail_at(reader, cat_peek(reader)->span, "unsupported: %s", what);
}

bool cat_expect(struct cat_reader *reader, enum cat_token token, const char *expected) {
  return cat_accept(reader, token) || cat_fail(reader, expected);
}

const char *cat_span_text(struct cat_reader *reader, struct span span) {
  return cat_tree_keep(reader->tree,
                       memory_copy_text(reader->source->text + span.start, span.length));
}

const char *cat_expect_name(struct cat_reader *reader, const char *expected) {
  if (cat_is_next(reader, TOKEN_NAME))
    return cat_span_text(reader, reader->lexemes.items[reader->next++].span);
  cat_fail(reader, expected);
  return NULL;
}

const char *cat_expect_tag(struct cat_reader *reader) {
  return cat_expect(reader, TOKEN_TAG, "a tag ('name)") ? cat_expect_name(reader, "the tag's name")
                                                        : NULL;
}

struct cat_expression *cat_node(struct cat_reader *reader, enum cat_expression_kind kind,
                                struct span span, struct cat_expression *first,
                                struct cat_expression *second) {
  struct cat_expression *made = cat_tree_keep(reader->tree, memory_new(1, sizeof *made));
  *made = (struct cat_expression){ .kind = kind, .source = reader->source, .span = span };
  made->part_count = second ? 2 : first ? 1 : 0;
  made->depth = 1 + (first ? first->depth : 0);
  if (second && second->depth >= made->depth) made->depth = 1 + second->depth;
  if (made->depth > DEPTH_MAX) {
    cat_fail_at(reader, span, "unsupported: expressions nested this deeply");
    return NULL;
  }
  if (!first) return made;
  made->parts = cat_tree_keep(reader->tree, memory_new(made->part_count, sizeof *made->parts));
  made->parts[0] = first;
  if (second) made->parts[1] = second;
  return made;
}

struct cat_expression *cat_leaf(struct cat_reader *reader, enum cat_expression_kind kind) {
  return cat_node(reader, kind, cat_peek(reader)->span, NULL, NULL);
}

/* ---- the memory of trees: each tree lists the blocks that it is made of ---- */

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
