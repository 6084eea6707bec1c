#include "authoring/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"

extern char **environ;

void word_list_clear(struct word_list *words) {
  for (size_t i = 0; i < words->length; i++) memory_free(words->items[i]);
  vector_free(*words);
}

static void add(struct word_list *words, const char *word) {
  vector_push(*words, memory_format("%s", word));
}

static void add_all(struct word_list *words, const struct word_list *more) {
  for (size_t i = 0; i < more->length; i++) add(words, more->items[i]);
}

/* Adds the words between blanks, as make does with CC and CFLAGS. */
static void add_split(struct word_list *words, const char *text) {
  for (const char *at = text; *(at += strspn(at, " \t\n"));) {
    size_t length = strcspn(at, " \t\n");
    vector_push(*words, memory_copy_text(at, length));
    at += length;
  }
}

/* --- running it --- */

/* Starts the command.  What it prints goes to `out`, and its complaints to `complaints` (-1: to the
 * program's own).  Returns 0 or an error number. */
static int start(const struct word_list *command, int out, int complaints, pid_t *process) {
  struct word_list arguments = { 0 };
  for (size_t i = 0; i < command->length; i++) vector_push(arguments, command->items[i]);
  vector_push(arguments, NULL);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  if (complaints >= 0) posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
  int error = posix_spawnp(process, arguments.items[0], &files, NULL, arguments.items, environ);
  posix_spawn_file_actions_destroy(&files);
  vector_free(arguments);
  return error;
}

static bool succeeded(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

static uint64_t hash_of_all(int from, uint64_t hash) {
  struct text text = { 0 };
  char bytes[1 << 16];
  for (ssize_t length; (length = read(from, bytes, sizeof bytes)) != 0;) {
    if (length > 0) text_add_bytes(&text, bytes, (size_t)length);
    else if (errno != EINTR) break;
  }
  hash = hash_combine(hash, hash_bytes(text.bytes ? text.bytes : "", text.length));
  text_free(&text);
  return hash;
}

/* Combines `hash` with what the command prints; its complaints are dropped.  Returns 0, an error
 * number, or ECHILD: the command fails. */
static int hash_output(const struct word_list *command, uint64_t *hash) {
  int ends[2], nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  pid_t process;
  if (nowhere < 0 || pipe2(ends, O_CLOEXEC)) {
    if (nowhere >= 0) close(nowhere);
    return EMFILE;
  }
  int error = start(command, ends[1], nowhere, &process);
  close(ends[1]);
  close(nowhere);
  if (!error) {
    *hash = hash_of_all(ends[0], *hash);
    if (!succeeded(process)) error = ECHILD;
  }
  close(ends[0]);
  return error;
}

/* --- finding it --- */

/* Asks the compiler for its version; returns 0 or an error number. */
static int ask(struct compiler *compiler) {
  struct word_list question = { 0 };
  add_all(&question, &compiler->command);
  add(&question, "--version");
  compiler->version = 0;
  int error = hash_output(&question, &compiler->version);
  word_list_clear(&question);
  return error;
}

/* Takes the first compiler there is; returns 0 or an error number. */
static int find_any(struct compiler *compiler) {
  static const char *const usual[] = { "cc", "gcc" };
  int error = ENOENT;
  for (unsigned i = 0; i < sizeof usual / sizeof *usual && error; i++) {
    word_list_clear(&compiler->command);
    add(&compiler->command, usual[i]);
    error = ask(compiler);
  }
  return error;
}

static int find_named(struct compiler *compiler, const char *name) {
  if (strchr(name, '/') && !access(name, X_OK)) add(&compiler->command, name);
  else add_split(&compiler->command, name);
  return compiler->command.length ? ask(compiler) : ENOENT;
}

/* The checks of undefined behaviour.  They trap, so they need no library; gcc and clang take both.
 * Where a division by zero traps by itself, its own signal says more. */
#define CHECKS "-fsanitize=bounds,null,shift-exponent,signed-integer-overflow,unreachable,vla-bound"
#if defined __x86_64__ || defined __i386__
#define CHECK_DIVISION ""
#else
#define CHECK_DIVISION ",integer-divide-by-zero"
#endif
#define TRAP " -fsanitize-undefined-trap-on-error "

/* Those of the environment come last, so they count.  What the object defines stays hidden: its own
 * functions win over those of the program with the same name. */
static void add_flags(struct word_list *command, const struct author_headers *headers) {
  static const char usual[] =
      "-std=gnu11 -D_GNU_SOURCE -fPIC -O2 -g -fvisibility=hidden -pthread " CHECKS CHECK_DIVISION
          TRAP "-Wall -Wextra -Wno-missing-field-initializers -Werror=int-conversion "
      "-Werror=incompatible-pointer-types -Werror=implicit-function-declaration";
  add_split(command, usual);
  for (unsigned i = 0; i < headers->count; i++) {
    add(command, "-I");
    add(command, headers->folders[i]);
  }
  const char *more = getenv("CFLAGS");
  if (more) add_split(command, more);
}

bool compiler_find(struct compiler *compiler, const struct author_headers *headers,
                   struct diagnostic *error) {
  const char *name = getenv("CC");
  bool named = name && *name;
  *compiler = (struct compiler){ { 0 } };
  int fault = named ? find_named(compiler, name) : find_any(compiler);
  const char *why = fault == ECHILD ? "it fails when asked for its --version" : strerror(fault);
  if (fault && named)
    return diagnostic_plain(error,
                            "a protocol is compiled by the C compiler of CC, and \"%s\" cannot be "
                            "run: %s",
                            name, why);
  if (fault)
    return diagnostic_plain(error,
                            "a protocol needs a C compiler, and neither cc nor gcc can be run: %s: "
                            "install one, or name it in CC",
                            why);
  add_flags(&compiler->command, headers);
  return true;
}

void compiler_clear(struct compiler *compiler) { word_list_clear(&compiler->command); }

/* --- sources --- */

uint64_t compiler_key(const struct compiler *compiler, const struct word_list *sources) {
  struct word_list command = { 0 };
  add_all(&command, &compiler->command);
  uint64_t key = compiler->version;
  for (size_t i = 0; i < command.length; i++)
    key = hash_combine(key, hash_bytes(command.items[i], strlen(command.items[i])));
  add(&command, "-E");
  add_all(&command, sources);
  bool good = !hash_output(&command, &key);
  word_list_clear(&command);
  return good ? key : 0;
}

bool compiler_make(const struct compiler *compiler, const struct word_list *sources,
                   const char *object, const char *protocol, struct diagnostic *error) {
  struct word_list command = { 0 };
  add_all(&command, &compiler->command);
  add(&command, "-shared");
  add(&command, "-o");
  add(&command, object);
  add_all(&command, sources);
  pid_t process;
  bool good = !start(&command, STDERR_FILENO, -1, &process) && succeeded(process);
  struct text line = { 0 };
  for (size_t i = 0; i < command.length; i++) {
    if (i) text_add(&line, " ");
    text_add_shell_word(&line, command.items[i]);
  }
  struct stat written;
  const char *fault = !good ? "it does not compile" : "the compiler wrote no file";
  good = good && !stat(object, &written) && written.st_size;
  if (!good && !error->message) /* whole, however long: diagnostic_plain would cut it */
    error->message = memory_format("-p %s: %s; the command was: %s", protocol, fault, line.bytes);
  text_free(&line);
  word_list_clear(&command);
  return good;
}
