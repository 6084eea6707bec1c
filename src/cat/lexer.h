/* The lexer of the cat language. */
#ifndef CAT_LEXER_H
#define CAT_LEXER_H

#include "cat/reader.h"

/* Reads a whole text; the last lexeme is TOKEN_END. The caller frees the lexemes by vector_free, on
 * failure too. */
bool cat_lex(const struct source *source, struct cat_lexemes *lexemes, struct diagnostic *error);

#endif
