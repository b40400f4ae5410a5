package import Foundation
import Synchronization

/// The lines of a pipe.
package final class LineReader: Sendable {
    private let handle: FileHandle
    private let rest = Mutex(Data())

    package init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// Waits for the next line, and returns it without its terminator; `nil` at the end of the input.
    package func next() throws -> Data? {
        try rest.withLock { rest in
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest = Data(rest[(end + 1)...]) }
                    return Data(rest[..<end])
                }
                let more = try read()
                if more.isEmpty { return nil }
                rest.append(contentsOf: more)
            }
        }
    }

    /// Foundation's own reading ends the process if a signal interrupts it, as suspending and resuming does.
    private func read() throws -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(handle.fileDescriptor, &buffer, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(handle.fileDescriptor, &buffer, buffer.count)
            #else
                let count = Darwin.read(handle.fileDescriptor, &buffer, buffer.count)
            #endif
            if count >= 0 { return buffer[..<count] }
            guard errno == EINTR else {
                throw HarnessError(.inputOutput, "a pipe cannot be read: \(String(cString: strerror(errno)))")
            }
        }
    }
}
