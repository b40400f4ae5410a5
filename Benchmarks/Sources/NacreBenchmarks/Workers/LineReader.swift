import Foundation
import Synchronization

/// The lines of a pipe, one after the other.
final class LineReader: Sendable {
    private let state: Mutex<(handle: FileHandle, rest: Data)>

    /// Reads from a handle.
    init(_ handle: FileHandle) {
        state = Mutex((handle, Data()))
    }

    /// The next line without its end; `nil` at the end of the input.
    ///
    /// Blocks until there is one.
    func next() -> Data? {
        state.withLock { state in
            while true {
                if let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { state.rest = Data(state.rest[(end + 1)...]) }
                    return Data(state.rest[..<end])
                }
                let more = state.handle.availableData
                if more.isEmpty { return nil }
                state.rest.append(more)
            }
        }
    }
}
