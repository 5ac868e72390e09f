// Moves the wall clock of a process by WALL_CLOCK_MILLIS; for LD_PRELOAD. The monotonic clock stays as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  static long millis;
  if (!real) {
    const char *text = getenv("WALL_CLOCK_MILLIS");
    millis = text ? atol(text) : 0;
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  }
  int result = real(clock, at);
  if (result == 0 && clock == CLOCK_REALTIME) {
    long nanos = at->tv_nsec + millis % 1000 * 1000000;
    at->tv_sec += millis / 1000 + (nanos >= 1000000000) - (nanos < 0);
    at->tv_nsec = nanos - 1000000000L * (nanos >= 1000000000) + 1000000000L * (nanos < 0);
  }
  return result;
}

int gettimeofday(struct timeval *at, void *zone) {
  struct timespec now;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return result;
}
