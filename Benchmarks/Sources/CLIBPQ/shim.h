// libpq as a module.
#include <libpq-fe.h>
