/// A figure that the process of an inspector has measured, as its health view shows it.
public struct InspectorFigure: Hashable, Sendable {
    /// What was measured, such as `Syncs`.
    public var name: String

    /// The figure with its unit.
    public var value: String

    /// Creates a figure.
    ///
    /// - Parameters:
    ///   - name: What was measured.
    ///   - value: The figure with its unit.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
