/// A value that never shows its contents in text: not in descriptions, interpolations, dumps or debuggers' summaries.
///
/// Descriptions reach logs, errors and test reports. A conforming type is printed as `(not disclosed)`. Its contents
/// are read only through members that say so.
public protocol Undisclosed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Undisclosed {
    /// The text `(not disclosed)`.
    public var description: String { "(not disclosed)" }

    /// The text `(not disclosed)`.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
