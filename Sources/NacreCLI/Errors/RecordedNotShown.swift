import Nacre

/// What a command was to do is recorded, and something behind that failed: it must not be repeated as it is.
struct RecordedNotShown: Error {
    /// The stream.
    let stream: StreamName

    /// The version of the stream at which it is recorded.
    let version: StreamVersion

    /// The position of that event, where the log could be asked for it.
    let position: Position?

    /// The option by which a repetition is known, where it would not be known otherwise.
    let again: String?

    /// What failed.
    let cause: any Error
}

extension RecordedNotShown: CustomStringConvertible {
    /// Where it is recorded, what failed, and how to repeat it.
    var description: String {
        let place = position.map { " at position \($0)" } ?? ""
        let repetition = again.map { "; repeating the command would record another one, unless with \($0)" } ?? ""
        return """
            recorded as version \(version) of \(quoted(stream.text, upTo: .max))\(place); the read model does not show it \
            yet: \(NacreCommand.message(of: cause))\(repetition)
            """
    }
}
