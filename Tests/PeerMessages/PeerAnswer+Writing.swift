import Foundation

extension PeerAnswer {
    /// Writes an answer for the tests to standard output.
    package static func write(_ value: some Encodable) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(value))
    }
}
