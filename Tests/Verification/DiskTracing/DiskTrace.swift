import CDiskRecorder

/// The changes of a process to the files of one folder, and of the folders in it if they are followed, in order.
package struct DiskTrace: Sendable {
    package enum Entry: Sendable {
        case create(file: Int)
        case remove(file: Int)
        case makeFolder(file: Int)
        /// An entry was renamed to the name of another one.
        case rename(file: Int, to: Int)
        /// A write; a durable one is on the disk when the call returns.
        case write(file: Int, offset: Int, bytes: [UInt8], isDurable: Bool)
        /// Bytes stored by a write that was reported as failed.
        case failedWrite(file: Int, offset: Int, bytes: [UInt8])
        case truncate(file: Int, size: Int)
        case syncBegin(file: Int)
        /// The writes to the file before the entry `begin` are on the disk.
        case syncEnd(file: Int, begin: Int)
        /// A sync that was reported as failed.
        case failedSync(file: Int)
        /// The changes of a folder's entries before the entry `begin` are on the disk; `nil` is the followed folder.
        case folderSync(folder: Int?, begin: Int)
        case mark(UInt64)
    }

    package let entries: [Entry]
    /// The names of the files.
    package let files: [String]
    /// Their paths.
    package let paths: [String]
    /// Calls on the files that the recorder cannot record.
    package let unknownCalls: UInt64
    /// The number of calls that failed on purpose.
    package let failedCalls: UInt64

    /// The first entry of a call that was reported as failed, and its file.
    package var firstFailure: (entry: Int, file: Int)? {
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .failedWrite(let file, _, _), .failedSync(let file): return (index, file)
            default: continue
            }
        }
        return nil
    }

    /// Reads the record of the recorder.
    package static func recorded() -> DiskTrace {
        disk_recorder_end()
        let entries = (0..<disk_recorder_count()).map { index -> Entry in
            let entry = disk_recorder_entry(index)
            let file = Int(entry.file)
            return switch entry.call {
            case DISK_CREATE: .create(file: file)
            case DISK_REMOVE: .remove(file: file)
            case DISK_MAKE_FOLDER: .makeFolder(file: file)
            case DISK_RENAME: .rename(file: file, to: Int(entry.offset))
            case DISK_TRUNCATE: .truncate(file: file, size: Int(entry.offset))
            case DISK_SYNC_BEGIN: .syncBegin(file: file)
            case DISK_SYNC_END: .syncEnd(file: file, begin: Int(entry.offset))
            case DISK_FOLDER_SYNC: .folderSync(folder: file < 0 ? nil : file, begin: Int(entry.offset))
            case DISK_MARK: .mark(entry.offset)
            case DISK_FAILED_SYNC: .failedSync(file: file)
            case DISK_FAILED_WRITE:
                .failedWrite(file: file, offset: Int(entry.offset), bytes: bytes(of: entry))
            default:
                .write(
                    file: file, offset: Int(entry.offset), bytes: bytes(of: entry),
                    isDurable: entry.call == DISK_DURABLE_WRITE)
            }
        }
        let paths = (0..<disk_recorder_files()).map { String(cString: disk_recorder_path($0)) }
        let files = paths.map { $0.split(separator: "/").last.map(String.init) ?? "" }
        return DiskTrace(
            entries: entries, files: files, paths: paths, unknownCalls: disk_recorder_unknown(),
            failedCalls: disk_recorder_faults())
    }

    private static func bytes(of entry: disk_entry) -> [UInt8] {
        Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.length)))
    }
}
