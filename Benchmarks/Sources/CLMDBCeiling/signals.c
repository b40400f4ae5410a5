#define _POSIX_C_SOURCE 200809L

#include "ceiling.h"

#include <signal.h>
#include <stddef.h>

int ceiling_ignores_signal(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
