public import DomainKit
public import Nacre

/// Damage of a store that a command met, with what can be done about it.
///
/// It is thrown in place of its ``cause``, and the command line shows the remedy as a line after the message.
public struct DamagedStore: DescribedError {
    /// What is damaged, of the code `damaged` or `notAStore`.
    public let cause: EventStoreError

    /// Whether the rest of the log can be read around the damage, as `salvage` and `export --skip-damaged` do.
    public let isReadable: Bool

    /// The remedy, as a line after the message.
    ///
    /// - Parameter tool: The program's name, with which commands begin.
    /// - Returns: The line.
    func remedy(tool: String) -> String {
        isReadable
            ? "without a backup, to make a store of what is whole: \(tool) salvage DEST"
            : "a log is read around damage only if its meta pages, its root page and the page of its header are whole: if "
                + "one of these is lost, restore the store from a backup"
    }
}

extension DamagedStore {
    /// What is damaged, without advice that cannot be followed.
    public var description: String {
        let text = "\(cause)"
        let advice = ", or read around it"
        return isReadable || !text.hasSuffix(advice) ? text : String(text.dropLast(advice.count))
    }
}
