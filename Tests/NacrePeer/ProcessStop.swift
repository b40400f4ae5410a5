import Foundation
import LMDB
import PeerMessages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Stops the process by `SIGSTOP` while it holds a lock or a transaction that others wait for.
struct ProcessStop {
    let file: String

    func run(_ hold: PeerHold) throws {
        switch hold {
        case .reading: try open().read { (_) in try Self.stop() }
        case .everyReader: try read(try open())
        case .writing:
            // The environment that the store uses: a process opens a file once.
            try open().write { (transaction: consuming WriteTransaction) in
                try withUnsafeBytes(of: UInt64.max.bigEndian) { try transaction.put($0, $0) }
                try Self.stop()
                transaction.abort()
            }
        case .opening:
            let folder = openFolder(of: file)
            defer { close(folder) }
            guard flock(folder, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
            try Self.stop()
        }
        try PeerAnswer.writeLine("let go")
    }

    /// Nests read transactions until no slot is left, and stops there.
    private func read(_ environment: Environment) throws {
        try environment.read { (_) in
            do {
                try read(environment)
            } catch let error as LMDBError where error.code == .readersFull {
                try Self.stop()
            }
        }
    }

    private func openFolder(of file: String) -> Int32 {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        #if canImport(Glibc)
            return Glibc.open(folder, O_RDONLY | O_DIRECTORY)
        #elseif canImport(Musl)
            return Musl.open(folder, O_RDONLY | O_DIRECTORY)
        #else
            return Darwin.open(folder, O_RDONLY | O_DIRECTORY)
        #endif
    }

    private func open() throws -> Environment {
        let durability: Environment.Durability = file.hasSuffix("/log.mdb") ? .full : .noMetaSync
        return try Environment.open(
            at: file, options: Environment.Options(mapSize: 64 << 20, durability: durability))
    }

    /// Stops the process, after a line that says so.
    static func stop() throws {
        try PeerAnswer.writeLine("stopping")
        // Sent to this thread, which stops here; a signal sent to the process may arrive later.
        raise(SIGSTOP)
    }
}
