/* The classic shapes in the shorthand of reach.h, each with its weak outcome.  ISA2 has an exchange
 * on y in the middle, so that two locations suffice. */
#ifndef TESTS_MODELS_SHAPES_H
#define TESTS_MODELS_SHAPES_H

enum litmus_shape { MP, SB, LB, S, R, TWO_PLUS_2W, CORR, COWR, CORW, WRC, RWC, ISA2, IRIW, SHAPES };

static const struct {
  const char *name, *program, *outcome;
} shapes[SHAPES] = {
  [MP] = { "MP", "Wx1 Wy1 | Ry Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  [SB] = { "SB", "Wx1 Ry | Wy1 Rx", "P0:r0 == 0 /\\ P1:r0 == 0" },
  [LB] = { "LB", "Rx Wy1 | Ry Wx1", "P0:r0 == 1 /\\ P1:r0 == 1" },
  [S] = { "S", "Wx2 Wy1 | Ry Wx1", "P1:r0 == 1 /\\ x == 2" },
  [R] = { "R", "Wx1 Wy1 | Wy2 Rx", "y == 2 /\\ P1:r0 == 0" },
  [TWO_PLUS_2W] = { "2+2W", "Wx1 Wy2 | Wy1 Wx2", "x == 1 /\\ y == 1" },
  [CORR] = { "CoRR", "Wx1 | Rx Rx", "P1:r0 == 1 /\\ P1:r1 == 0" },
  [COWR] = { "CoWR", "Wx1 Rx | Wx2", "P0:r0 == 0" },
  [CORW] = { "CoRW", "Rx Wx1 | Wx2", "P0:r0 == 2 /\\ x == 2" },
  [WRC] = { "WRC", "Wx1 | Rx Wy1 | Ry Rx", "P1:r0 == 1 /\\ P2:r0 == 1 /\\ P2:r1 == 0" },
  [RWC] = { "RWC", "Wx1 | Rx Ry | Wy1 Rx", "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0" },
  [ISA2] = { "ISA2", "Wx1 Wy1 | Ry Xy2 | Ry Rx",
             "P1:r0 == 1 /\\ P1:r1 == 1 /\\ P2:r0 == 2 /\\ P2:r1 == 0" },
  [IRIW] = { "IRIW", "Wx1 | Wy1 | Rx Ry | Ry Rx",
             "P2:r0 == 1 /\\ P2:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0" },
};

#endif
