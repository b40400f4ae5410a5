import CLMDB
import Foundation
import PeerMessages

/// A program that uses LMDB, and knows nothing of Nacre.
struct LibraryProgram {
    let file: String

    func run() throws {
        var environment: OpaquePointer?
        guard mdb_env_create(&environment) == MDB_SUCCESS,
            mdb_env_open(environment, file, UInt32(MDB_NOSUBDIR), 0o600) == MDB_SUCCESS
        else { throw CocoaError(.fileReadUnknown) }
        try ProcessStop.stop()
        mdb_env_close(environment)
        try PeerAnswer.writeLine("closed")
    }
}
