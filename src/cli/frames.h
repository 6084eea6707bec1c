/* Commands on frames: what run, explore, prove and mutate do where a model composes images (-p
 * names it, or the paths hold frames). */
#ifndef CLI_FRAMES_H
#define CLI_FRAMES_H

#include "cli/command.h"
#include "cli/setup.h"
#include "frames/render.h"
#include "run/cost.h"

/* Does every -p name a model of image composition?  false without -p. */
bool frames_only(const struct arguments *arguments);
/* Exactly one -p, of such a model. */
bool frames_setting(const struct arguments *arguments, struct setting *setting);
/* The arguments, with those paths only that do not hold frames alone; the list of them is to be
 * freed. */
void frames_paths_of_tests(const struct arguments *arguments, struct arguments *of);
/* Do the paths hold frames, or the folder `fallback` where there are none? */
bool frames_are_held(const struct arguments *arguments, const char *fallback);

/* Frames that were run, with what they were run on. */
struct framing {
  struct settings settings;
  struct frame_suite suite;
  struct frame_results results;
};
int frames_render(const struct arguments *arguments,
                  struct framing *framing); /* prints them; the exit status */
void frames_clear(struct framing *framing);

/* --json and --junit of results. */
bool frames_write(const struct arguments *arguments, const struct frame_results *results,
                  const struct cost *cost);
int frames_run(const struct arguments *arguments);
int frames_explore(const struct arguments *arguments);
int frames_prove(const struct arguments *arguments);
/* explore --replay FILE, where the file is a run of a composition. */
int frames_replay(const struct arguments *arguments);
int frames_mutate(const struct arguments *arguments);

#endif
