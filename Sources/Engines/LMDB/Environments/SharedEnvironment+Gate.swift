extension SharedEnvironment {
    /// The state of an environment that all its threads share: to be touched with its lock held.
    struct Gate {
        /// How many transactions and other uses of the map there are.
        var uses = 0
        /// How many threads wait to change the map.
        var changers = 0
        var isClosed = false
        /// Why the map is gone, if it is.
        var failure: LMDBError?
        /// Why no write transaction begins, where a commit has failed so that LMDB had to be opened anew.
        var writingFailure: LMDBError?
        /// Whether LMDB's handle could not be opened anew.
        var isHandleClosed = false
        /// How often it was in doubt whether the meta pages on the disk are those that LMDB goes by: as when it is opened.
        var doubts: UInt64 = 1
        /// Up to which of these doubts they have been settled.
        var settledDoubts: UInt64 = 0
        var idleReaders: [OpaquePointer] = []
        /// The file's second map, made where it is first asked for, behind those that it has outgrown: transactions that
        /// are open may still read from them.
        var pageMaps: [PageMap] = []
        /// When dead readers were last looked for, on a monotonic clock.
        var readersCleared: UInt64 = 0

        /// What becomes of a thread that comes to the gate.
        enum Entry {
            case entered(reader: OpaquePointer?)
            case mustWait
            case isUnusable
        }

        // One call, so that the access to the gate is checked once.
        mutating func enter(takingReader: Bool, isNested: Bool) -> Entry {
            if changers > 0, !isNested, !isClosed { return .mustWait }
            guard failure == nil, !isClosed else { return .isUnusable }
            uses += 1
            return .entered(reader: takingReader ? idleReaders.popLast() : nil)
        }

        /// Ends a use, and keeps its reader where there is room.
        ///
        /// - Returns: The reader that is not kept, and whether threads wait for the gate to be empty.
        mutating func leave(keeping reader: OpaquePointer?) -> (surplus: OpaquePointer?, isAwaited: Bool) {
            uses -= 1
            let isAwaited = uses == 0 && (changers > 0 || isClosed)
            guard let reader, idleReaders.count < SharedEnvironment.idleReadersKept else { return (reader, isAwaited) }
            idleReaders.append(reader)
            return (nil, isAwaited)
        }
    }
}
