import Foundation

extension PeerAnswer {
    /// Answers the tests, on the standard output.
    package static func write(_ value: some Encodable) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(value))
    }
}
