import Foundation
import Synchronization

/// The histories of one process's clients, as a file: a line of JSON for each call.
final class HistoryFile: Sendable {
    private struct State: Sendable {
        var buffer = Data()
    }

    private let handle: FileHandle
    private let path: String
    private let state = Mutex(State())

    /// Creates a file for histories, which must not exist yet.
    init(creating path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw HarnessError(.cannotCreate, "the history \(path) cannot be created") }
        self.handle = handle
        self.path = path
    }

    func add(_ entry: HistoryEntry) throws {
        let line = try JSONEncoder().encode(entry)
        try state.withLock { state in
            state.buffer.append(line)
            state.buffer.append(UInt8(ascii: "\n"))
            if state.buffer.count > 1 << 16 { try flush(&state) }
        }
    }

    /// Writes buffered entries, and closes the file.
    func close() throws {
        try state.withLock { try flush(&$0) }
        try handle.close()
    }

    private func flush(_ state: inout State) throws {
        try reporting("the history \(path) cannot be written") {
            try handle.write(contentsOf: state.buffer)
            state.buffer.removeAll(keepingCapacity: true)
        }
    }

    static func read(_ path: String) throws -> [HistoryEntry] {
        let data = try reporting("the history \(path) cannot be read") {
            try Data(contentsOf: URL(fileURLWithPath: path))
        }
        let decoder = JSONDecoder()
        return try data.split(separator: UInt8(ascii: "\n")).map { try decoder.decode(HistoryEntry.self, from: $0) }
    }
}
