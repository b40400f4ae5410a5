#include "measured.h"

__attribute__((noinline)) void nacre_micro_measured(void (*body)(void *context), void *context) {
    body(context);
    // If the call were the function's last statement, the compiler would make a tail call, and callgrind would not see
    // the function's end.
    __asm__ volatile("" ::: "memory");
}
