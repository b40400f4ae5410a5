// Counts the syncs of a folder's files by this process, by replacing the system's calls.

#ifndef SYNC_COUNT_H
#define SYNC_COUNT_H

// How often files that are, or were, right in the folder at an absolute path have been synced; -1 where nothing can be counted on this system.
long sync_count(const char *folder);

#endif
