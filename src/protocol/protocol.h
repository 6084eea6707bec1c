/* All that a protocol includes: tables, steps, the record, lowerings, claims and stock choices. */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include "protocol/claims.h"
#include "protocol/events.h"
#include "protocol/guards.h"
#include "protocol/lower.h"
#include "protocol/states.h"
#include "protocol/step.h"
#include "protocol/stock.h"
#include "protocol/system.h"

#endif
