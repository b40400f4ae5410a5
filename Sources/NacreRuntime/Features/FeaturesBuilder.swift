public import Nacre

/// The result builder for ``Features``: one projection, process manager or decider a line.
@resultBuilder
public enum FeaturesBuilder {
    // FEAT-23: `Runtime.open` takes projections as they are.

    /// A projection.
    public static func buildExpression(_ projection: some Projection) -> Features { Features(projection) }

    /// A process manager that needs no store.
    public static func buildExpression(_ process: some ProcessManager) -> Features {
        Features(process: { _ in process })
    }

    /// A process manager that needs the store.
    public static func buildExpression(_ process: ProcessDeclaration) -> Features { Features(process: process.make) }

    /// The decider of a category of streams.
    public static func buildExpression(_ decider: DeciderDeclaration) -> Features { Features(decider) }

    /// A list of features that was built elsewhere.
    public static func buildExpression(_ features: Features) -> Features { features }

    /// Joins the features in order.
    public static func buildBlock(_ parts: Features...) -> Features { buildArray(parts) }

    /// Supports `if` without `else`.
    public static func buildOptional(_ part: Features?) -> Features { part ?? Features() }

    /// Supports the first branch of `if`.
    public static func buildEither(first part: Features) -> Features { part }

    /// Supports the `else` branch of `if`.
    public static func buildEither(second part: Features) -> Features { part }

    /// Supports `for`: joins the features of all iterations.
    public static func buildArray(_ parts: [Features]) -> Features { parts.reduce(into: Features()) { $0.add($1) } }
}
