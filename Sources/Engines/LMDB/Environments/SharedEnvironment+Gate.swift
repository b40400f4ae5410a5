extension SharedEnvironment {
    /// The state shared by all threads of an environment: access it with the environment's lock held.
    ///
    /// `@safe` is right because it only keeps readers that are reset: one is taken out before it is used or ended.
    @safe
    struct Gate {
        /// The number of transactions and other uses of the map.
        var uses = 0
        /// The number of threads that wait to change the map.
        var changers = 0
        var isClosed = false
        /// Why the map is lost, if it is.
        var failure: LMDBError?
        /// Why write transactions are refused: after a failed commit, LMDB had to be reopened.
        var writingFailure: LMDBError?
        /// Whether LMDB's handle could not be reopened.
        var isHandleClosed = false
        /// Counts the occasions that put the meta pages on disk in doubt, of which opening is the first.
        var doubts: UInt64 = 1
        /// The number of these doubts that are settled.
        var settledDoubts: UInt64 = 0
        var idleReaders: [OpaquePointer] = unsafe []
        /// The file's second maps, created on demand.
        ///
        /// Outgrown ones are kept, because open transactions may still read from them.
        var pageMaps: [PageMap] = []
        /// When dead readers were last cleared, on a monotonic clock.
        var readersCleared: UInt64 = 0

        /// The result of entering the gate.
        ///
        /// `@safe` is right because it only carries a reader, which nothing else refers to any more.
        @safe
        enum Entry {
            case entered(reader: OpaquePointer?)
            case mustWait
            case isUnusable
        }

        // A single call, so that exclusive access to the gate is checked once.
        mutating func enter(takingReader: Bool, isNested: Bool) -> Entry {
            // A nested entry must not wait: the changer waits for the outer transaction of the same thread.
            if changers > 0, !isNested, !isClosed { return .mustWait }
            guard failure == nil, !isClosed else { return .isUnusable }
            uses += 1
            return unsafe .entered(reader: takingReader ? idleReaders.popLast() : nil)
        }

        /// Ends a use, and keeps its reader for reuse if there is room.
        ///
        /// - Returns: The reader if it is not kept, and whether threads wait for the gate to be empty.
        mutating func leave(keeping reader: OpaquePointer?) -> (surplus: OpaquePointer?, isAwaited: Bool) {
            uses -= 1
            let isAwaited = uses == 0 && (changers > 0 || isClosed)
            guard let reader = unsafe reader, unsafe idleReaders.count < SharedEnvironment.idleReadersKept else {
                return unsafe (reader, isAwaited)
            }
            unsafe idleReaders.append(reader)
            return (nil, isAwaited)
        }
    }
}
