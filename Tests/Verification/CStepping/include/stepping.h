// Stops a thread at a call of libc that writes, syncs, renames or locks a file of a store, so that a simulation decides
// what happens meanwhile, and whether the process dies there.
//
// The executable that it is linked into exports the names of these calls. Until `stepping_stop_at`, all are passed on.
#ifndef STEPPING_H
#define STEPPING_H

// The orders for a stopped thread, each of one byte.
enum stepping_order {
    STEPPING_GO = 'g',    // the call is made
    STEPPING_TEAR = 't',  // of a write only the first half of its pages is made, and the process is killed
    STEPPING_SKIP = 's',  // of a write only the second half of its pages is made, and the process is killed
    STEPPING_FAIL = 'f',  // a write is not made, and reported as failed
    STEPPING_LATE = 'l',  // a write is made, and reported as failed
};

// A process that is a copy of this one, which must have no other threads: 0 in the copy; -1 if there is none.
int stepping_fork(void);
// Names the descriptors where a stopped thread reports a line, and where it then reads an order.
void stepping_begin(int reports, int orders);
// The calling thread stops before its call with this number from now on, from 1; 0 for none.
void stepping_stop_at(int call);
// Whether calls can be intercepted on this system.
int stepping_is_supported(void);

#endif
