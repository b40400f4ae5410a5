import Foundation

extension PeerAnswer {
    /// Writes an answer for the tests to standard output.
    package static func write(_ value: some Encodable) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(value))
    }

    /// Writes a line for the tests to standard output.
    package static func writeLine(_ line: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }
}
