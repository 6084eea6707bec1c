/* The statements of the cat language and of bell files. */
#ifndef CAT_PARSE_STATEMENT_H
#define CAT_PARSE_STATEMENT_H

#include "cat/reader.h"

/* Appends statements up to `close` or `other`, which is not skipped. */
bool cat_parse_statements(struct cat_reader *reader, enum cat_token close, enum cat_token other,
                          cat_statements *statements);

#endif
