#ifndef MEASURED_H
#define MEASURED_H

/// Calls a body; what runs inside of it is what callgrind counts, told so by the name of this function
/// (`--toggle-collect=nacre_micro_measured`).
void nacre_micro_measured(void (*body)(void *context), void *context);

#endif
