// Keeps large allocations in pages of their own, which the system hands out zeroed.
//
// LMDB allocates 2 MiB of zeroes for each store that it opens to write. Once such a block has been freed, glibc takes
// the next one from its heap and clears it, which took a third of the time of audits of many small stores.
#include "disk_recorder.h"

#ifdef __GLIBC__
#include <malloc.h>

void disk_map_large_allocations(void) {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    // A fixed threshold also fixes this one, at 128 KiB: the heap's end would be returned to the system all the time.
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
}
#else
void disk_map_large_allocations(void) {}
#endif
