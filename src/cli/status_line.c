/* A thread rewrites the line, so that work which reports nothing has one, too.  The work itself
 * only leaves its counts here.  TURNSOLE_STATUS_SECONDS replaces the second before the first line
 * and the half of a second between two. */
#include "cli/status_line.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"

enum { LINE_ROOM = 256, TITLE_ROOM = 64, NOTE_ROOM = 128, COLUMNS_USUAL = 80, NOTE_AFTER = 10 };

/* --- the text --- */

struct parts {
  char *text;
  size_t room, length; /* room: the columns, at most the buffer */
};

/* Appends one part, or nothing if it does not fit whole. */
__attribute__((format(printf, 2, 3))) static void add_part(struct parts *parts, const char *format,
                                                           ...) {
  char part[LINE_ROOM];
  va_list values;
  va_start(values, format);
  vsnprintf(part, sizeof part, format, values);
  va_end(values);
  const char *comma = parts->length ? ", " : "";
  size_t length = strlen(comma) + strlen(part);
  if (parts->length + length > parts->room) return;
  snprintf(parts->text + parts->length, parts->room - parts->length + 1, "%s%s", comma, part);
  parts->length += length;
}

static void add_time(struct parts *parts, double seconds, const char *what) {
  unsigned long whole = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000UL;
  if (whole < 120) add_part(parts, "%lu s%s", whole, what);
  else if (whole < 7200) add_part(parts, "%lu min%s", whole / 60, what);
  else add_part(parts, "%lu h%s", whole / 3600, what);
}

static void add_memory(struct parts *parts, const struct status_shown *shown) {
  double bytes = (double)shown->bytes / (1 << 20), most = (double)shown->bytes_max / (1 << 20);
  if (!shown->bytes) return;
  if (most > 0) add_part(parts, "%.0f of %.0f MiB", bytes, most);
  else add_part(parts, "%.0f MiB", bytes);
}

static void add_search(struct parts *parts, const struct status_shown *shown) {
  const struct search_status *search = &shown->search;
  unsigned long long states = search->states, expected = shown->expected;
  if (expected >= states) add_part(parts, "%llu of %llu states", states, expected);
  else add_part(parts, "%llu states", states);
  if (shown->note) add_part(parts, "%s", shown->note);
  add_part(parts, "level %u has %llu", search->depth, (unsigned long long)search->frontier);
  if (search->seconds > 0)
    add_part(parts, "%.0f states/s", (double)search->states / search->seconds);
}

void status_line_write(char *text, size_t size, unsigned columns,
                       const struct status_shown *shown) {
  struct parts parts = { .text = text, .room = columns < size ? columns : size - 1 };
  *text = 0;
  if (shown->searches && shown->phase) add_part(&parts, "%s: %s", shown->title, shown->phase);
  else add_part(&parts, "%s", shown->title);
  add_time(&parts, shown->seconds, "");
  if (shown->searches) add_search(&parts, shown);
  else if (shown->total)
    add_part(&parts, "%llu of %llu %s", (unsigned long long)shown->done,
             (unsigned long long)shown->total, shown->phase);
  if (shown->to_go >= 0) add_time(&parts, shown->to_go, " to go");
  if (shown->time_left > 0) add_time(&parts, shown->time_left, " to --time");
  add_memory(&parts, shown);
}

/* --- the line --- */

static struct {
  pthread_mutex_t lock;
  bool runs; /* the thread */
  bool on, visible;
  char title[TITLE_ROOM], note[NOTE_ROOM];
  struct status_shown shown;
  double start, deadline;
  double pace_start;
  uint64_t pace_done; /* done at pace_start */
} line = { .lock = PTHREAD_MUTEX_INITIALIZER };

static double interval(double usual) {
  const char *asked = getenv("TURNSOLE_STATUS_SECONDS");
  double seconds = asked ? strtod(asked, NULL) : 0;
  return seconds > 0 ? seconds : usual;
}

static unsigned columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2) return COLUMNS_USUAL - 1;
  return size.ws_col - 1U; /* a full line may wrap */
}

static uint64_t resident_bytes(void) {
  unsigned long long all, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%llu %llu", &all, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Of a search whose states are known; below 0: unknown. */
static double search_to_go(void) {
  const struct search_status *search = &line.shown.search;
  if (!search->states || line.shown.expected < search->states) return -1;
  return search->seconds * (double)(line.shown.expected - search->states) / (double)search->states;
}

static double to_go(double now) {
  if (line.shown.searches) return search_to_go();
  if (line.shown.done <= line.pace_done) return -1;
  double pace = (now - line.pace_start) / (double)(line.shown.done - line.pace_done);
  return pace * (double)(line.shown.total - line.shown.done);
}

static void wipe(void) {
  if (line.visible) fputs("\r\033[K", stderr);
  line.visible = false;
}

static void rewrite(void) {
  double now = effort_now();
  char text[LINE_ROOM];
  if (!line.on || now - line.start < interval(1)) return;
  struct status_shown shown = line.shown;
  shown.title = line.title;
  shown.seconds = now - line.start;
  shown.to_go = to_go(now);
  shown.note = *line.note && shown.seconds >= NOTE_AFTER * interval(1) ? line.note : NULL;
  shown.time_left = line.deadline > now ? line.deadline - now : 0;
  shown.bytes = resident_bytes();
  status_line_write(text, sizeof text, columns(), &shown);
  fprintf(stderr, "\r%s\033[K", text);
  fflush(stderr);
  line.visible = true;
}

static void *tick(void *unused) {
  double seconds = interval(0.5);
  struct timespec pause = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
  for (;;) {
    nanosleep(&pause, NULL);
    pthread_mutex_lock(&line.lock);
    rewrite();
    pthread_mutex_unlock(&line.lock);
  }
  return unused;
}

/* The thread takes no signals: those are for the threads that watch for them. */
static void start_thread(void) {
  sigset_t all, before;
  pthread_t thread;
  if (line.runs) return;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (!pthread_create(&thread, NULL, tick, NULL)) {
    pthread_detach(thread);
    line.runs = true;
    atexit(status_line_end);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool status_line_fits(void) {
  const char *terminal = getenv("TERM");
  return isatty(STDERR_FILENO) && terminal && *terminal && !text_equal(terminal, "dumb");
}

void status_line_begin(const char *title, const struct effort *effort, bool quiet) {
  if (quiet || !status_line_fits()) return;
  pthread_mutex_lock(&line.lock);
  start_thread();
  snprintf(line.title, sizeof line.title, "%s", title);
  line.shown = (struct status_shown){ .bytes_max = effort ? effort->memory_max : 0 };
  line.note[0] = 0;
  line.start = line.pace_start = effort_now();
  line.pace_done = 0;
  line.deadline = effort ? effort->deadline : 0;
  line.on = true;
  pthread_mutex_unlock(&line.lock);
}

void status_line_expect(uint64_t states, const char *note) {
  pthread_mutex_lock(&line.lock);
  line.shown.expected = states;
  snprintf(line.note, sizeof line.note, "%s", note ? note : "");
  pthread_mutex_unlock(&line.lock);
}

/* The pace is measured anew where other things are counted, or some once more. */
static void follow(const char *things, uint64_t done, uint64_t total) {
  bool same = !line.shown.searches && line.shown.phase == things && line.shown.total == total &&
              done >= line.shown.done;
  if (same) return;
  line.pace_start = effort_now();
  line.pace_done = done;
}

void status_line_report(void *context, const char *things, uint64_t done, uint64_t total,
                        const struct search_status *search) {
  (void)context;
  pthread_mutex_lock(&line.lock);
  if (!search) follow(things, done, total);
  line.shown.phase = things;
  line.shown.done = done;
  line.shown.total = total;
  line.shown.searches = search != NULL;
  if (things || !search) line.shown.expected = 0, line.note[0] = 0; /* of the first search */
  if (search) line.shown.search = *search;
  pthread_mutex_unlock(&line.lock);
}

void status_line_wipe(void) {
  pthread_mutex_lock(&line.lock);
  wipe();
  pthread_mutex_unlock(&line.lock);
}

void status_line_end(void) {
  pthread_mutex_lock(&line.lock);
  wipe();
  line.on = false;
  pthread_mutex_unlock(&line.lock);
}
