#include "ceiling.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void ceiling_trim_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
