#ifndef MEASURED_H
#define MEASURED_H

/// Calls a body; callgrind counts what runs inside this function, selected by its name
/// (`--toggle-collect=nacre_micro_measured`).
void nacre_micro_measured(void (*body)(void *context), void *context);

#endif
