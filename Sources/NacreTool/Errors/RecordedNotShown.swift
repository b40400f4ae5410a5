package import Nacre

/// What a command was to do is recorded, and something behind that failed: it must not be repeated as it is.
package struct RecordedNotShown: Error {
    /// The stream.
    package let stream: StreamName

    /// The version of the stream at which it is recorded.
    package let version: StreamVersion

    /// The position of that event, where the log could be asked for it.
    package let position: Position?

    /// The option by which a repetition is known, where it would not be known otherwise.
    package let again: String?

    /// What failed.
    package let cause: any Error

    package init(
        stream: StreamName, version: StreamVersion, position: Position?, again: String?, cause: any Error
    ) {
        self.stream = stream
        self.version = version
        self.position = position
        self.again = again
        self.cause = cause
    }
}

extension RecordedNotShown: CustomStringConvertible {
    /// Where it is recorded, what failed, and how to repeat it.
    package var description: String {
        let place = position.map { " at position \($0)" } ?? ""
        let repetition = again.map { "; repeating the command would record another one, unless with \($0)" } ?? ""
        return """
            recorded as version \(version) of \(quoted(stream.text, upTo: .max))\(place); the read model does not show it \
            yet: \(cause)\(repetition)
            """
    }
}
