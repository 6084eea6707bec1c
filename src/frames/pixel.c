/* Colours are strings of tokens.  A layer is an operator with its operand in one token, or with the
 * tokens in parentheses behind it.  A string that outgrows its room becomes one that equals no
 * image: only a broken protocol lays on the same layers for ever. */
#include "frames/pixel.h"

#include <string.h>

/* Operands beyond the draws, which have the numbers of their commands. */
enum {
  OPERAND_BACKGROUND = FRAME_COMMANDS_MAX,
  OPERAND_OPEN,
  OPERAND_READ, /* "(" behind a draw */
  OPERAND_CLOSE,
  OPERAND_BITS = 5
};
enum { TOO_LONG = 255 };

static uint8_t token(enum blend blend, unsigned operand) {
  return (uint8_t)(blend << OPERAND_BITS | operand);
}
static unsigned operand_of(uint8_t t) { return t & ((1u << OPERAND_BITS) - 1); }
static enum blend blend_of(uint8_t t) { return (enum blend)(t >> OPERAND_BITS); }

const struct colour colour_background = { 1,
                                          { BLEND_REPLACE << OPERAND_BITS | OPERAND_BACKGROUND } };

static void add(struct colour *colour, const uint8_t *tokens, unsigned count) {
  if (colour->length == TOO_LONG || colour->length + count > TOKENS_MAX) {
    *colour = (struct colour){ .length = TOO_LONG };
    return;
  }
  memcpy(colour->token + colour->length, tokens, count);
  colour->length = (uint8_t)(colour->length + count);
}

/* Adds `inner` in parentheses.  If it is too long, the whole is too long. */
static void add_enclosed(struct colour *colour, uint8_t open, const struct colour *inner) {
  add(colour, &open, 1);
  add(colour, inner->token, inner->length);
  add(colour, &(uint8_t){ OPERAND_CLOSE }, 1);
}

static unsigned layer_length(const struct colour *colour, unsigned at) {
  unsigned length = 0, depth = 0;
  do {
    unsigned operand = operand_of(colour->token[at + length++]);
    depth += operand == OPERAND_OPEN || operand == OPERAND_READ;
    depth -= operand == OPERAND_CLOSE;
  } while (at + length < colour->length &&
           (depth || operand_of(colour->token[at + length]) == OPERAND_READ));
  return length;
}

static bool commutes(enum blend blend) { return blend == BLEND_ADD || blend == BLEND_MULTIPLY; }

/* Swaps the adjacent layers at `a` and `b`, where they commute and are out of order. */
static bool swap(struct colour *colour, unsigned a, unsigned b) {
  unsigned first = b - a, second = layer_length(colour, b);
  enum blend blend = blend_of(colour->token[a]);
  if (!commutes(blend) || blend_of(colour->token[b]) != blend) return false;
  unsigned shorter = first < second ? first : second;
  int order = memcmp(colour->token + a, colour->token + b, shorter);
  if (order < 0 || (order == 0 && first <= second)) return false;
  uint8_t kept[TOKENS_MAX];
  memcpy(kept, colour->token + a, first);
  memmove(colour->token + a, colour->token + b, second);
  memcpy(colour->token + a + second, kept, first);
  return true;
}

static void sort_layers(struct colour *colour) {
  if (colour->length == TOO_LONG) return;
  for (bool again = true; again;) {
    again = false;
    for (unsigned a = 0, b;
         a < colour->length && (b = a + layer_length(colour, a)) < colour->length; a = b)
      if (swap(colour, a, b)) {
        again = true;
        break;
      }
  }
}

void colour_draw(struct colour *colour, enum blend blend, unsigned draw,
                 const struct colour *read) {
  if (blend == BLEND_REPLACE) *colour = (struct colour){ 0 };
  add(colour, &(uint8_t){ token(blend, draw) }, 1);
  if (read) add_enclosed(colour, OPERAND_READ, read);
  sort_layers(colour);
}

/* Whether all its layers are laid on by `blend`, on nothing. */
static bool is_list_of(const struct colour *colour, enum blend blend) {
  for (unsigned at = 0; at < colour->length; at += layer_length(colour, at))
    if (blend_of(colour->token[at]) != blend) return false;
  return true;
}

struct colour colour_merge(const struct colour *below, enum blend blend,
                           const struct colour *above) {
  if (!above->length || below->length == TOO_LONG) return *below;
  if (!below->length || blend == BLEND_REPLACE || above->length == TOO_LONG) return *above;
  struct colour merged = *below;
  if (is_list_of(above, blend)) {
    add(&merged, above->token, above->length);
  } else if (layer_length(above, 0) == above->length &&
             blend_of(above->token[0]) == BLEND_REPLACE) {
    unsigned at = merged.length; /* one opaque layer needs no parentheses */
    add(&merged, above->token, above->length);
    if (merged.length != TOO_LONG) merged.token[at] = token(blend, operand_of(above->token[0]));
  } else {
    add_enclosed(&merged, token(blend, OPERAND_OPEN), above);
  }
  sort_layers(&merged);
  return merged;
}

bool colour_equal(const struct colour *a, const struct colour *b) {
  return a->length == b->length && a->length != TOO_LONG && !memcmp(a->token, b->token, a->length);
}

unsigned colour_backgrounds(const struct colour *colour) {
  unsigned count = 0, open = 0;
  unsigned read = 0; /* the parentheses that hold a sampled colour, not a composed one */
  for (unsigned i = 0; colour->length != TOO_LONG && i < colour->length; i++) {
    unsigned operand = operand_of(colour->token[i]);
    open += operand == OPERAND_OPEN || operand == OPERAND_READ;
    if (operand == OPERAND_READ && !read) read = open;
    if (operand == OPERAND_BACKGROUND && !read) count++;
    if (operand == OPERAND_CLOSE && open-- == read) read = 0;
  }
  return count;
}

void colour_print(struct text *text, const struct frame *frame, const struct colour *colour) {
  if (!colour->length) text_add(text, "nothing");
  if (colour->length == TOO_LONG) text_add(text, "ever more layers");
  for (unsigned i = 0; colour->length != TOO_LONG && i < colour->length; i++) {
    unsigned operand = operand_of(colour->token[i]);
    enum blend blend = blend_of(colour->token[i]);
    bool first = i == 0 || operand_of(colour->token[i - 1]) == OPERAND_OPEN ||
                 operand_of(colour->token[i - 1]) == OPERAND_READ;
    if (operand == OPERAND_CLOSE || operand == OPERAND_READ) {
      text_add(text, operand == OPERAND_CLOSE ? ")" : "(");
      continue;
    }
    if (!first) text_add(text, " ");
    if (blend != BLEND_REPLACE) text_add(text, "%s ", blend_name(blend));
    if (operand == OPERAND_OPEN) text_add(text, "(");
    else text_add(text, "%s", operand == OPERAND_BACKGROUND ? "bg" : frame->commands[operand].name);
  }
}

bool sample_wins(enum depth_test test, bool by_index, const struct pixel_sample *in,
                 const struct pixel_sample *own) {
  if (!by_index || in->depth != own->depth) return depth_test_passes(test, in->depth, own->depth);
  bool strict = test == DEPTH_LESS || test == DEPTH_GREATER;
  return strict ? in->drawer < own->drawer : in->drawer > own->drawer;
}
