// Counts how often files of a folder are synced by this process, whoever does it: it stands in for the system's calls.

#ifndef SYNC_COUNT_H
#define SYNC_COUNT_H

// How often files that are, or were, right in the folder at an absolute path have been synced; -1 where nothing can be counted on this system.
long sync_count(const char *folder);

#endif
