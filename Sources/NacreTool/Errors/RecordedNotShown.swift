package import Nacre

/// The event is recorded, and a later step failed: the command must not be repeated unchanged.
package struct RecordedNotShown: Error {
    /// The stream.
    package let stream: StreamName

    /// The version of the stream at the recorded event.
    package let version: StreamVersion

    /// The position of that event, if it is known.
    package let position: Position?

    /// The option that identifies a repetition; `nil` if the command line already does.
    package let repeatOption: String?

    /// The error of the later step.
    package let cause: any Error

    package init(
        stream: StreamName, version: StreamVersion, position: Position?, repeatOption: String?, cause: any Error
    ) {
        self.stream = stream
        self.version = version
        self.position = position
        self.repeatOption = repeatOption
        self.cause = cause
    }
}

extension RecordedNotShown: CustomStringConvertible {
    /// Where the event is recorded, what failed, and how to repeat the command.
    package var description: String {
        let place = position.map { " at position \($0)" } ?? ""
        let repetition = repeatOption.map { "; a repetition records a second event, unless it has \($0)" } ?? ""
        return """
            recorded as version \(version) of \(quoted(stream.text, upTo: .max))\(place); the read model does not show it \
            yet: \(cause)\(repetition)
            """
    }
}
