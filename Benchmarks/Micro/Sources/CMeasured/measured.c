#include "measured.h"

__attribute__((noinline)) void nacre_micro_measured(void (*body)(void *context), void *context) {
    body(context);
    // Behind a call that were the function's last, its end would not be seen: the compiler jumps there instead.
    __asm__ volatile("" ::: "memory");
}
