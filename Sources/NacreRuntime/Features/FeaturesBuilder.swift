public import Nacre

/// Makes ``Features`` of projections and process managers that are written one below the other.
@resultBuilder
public enum FeaturesBuilder {
    /// A projection.
    public static func buildExpression(_ projection: some Projection) -> Features { Features(projection) }

    /// A process manager that needs no store.
    public static func buildExpression(_ process: some ProcessManager) -> Features {
        Features(process: { _ in process })
    }

    /// A process manager that needs the store.
    public static func buildExpression(_ process: ProcessDeclaration) -> Features { Features(process: process.make) }

    /// A list that was made elsewhere.
    public static func buildExpression(_ features: Features) -> Features { features }

    /// All of them, in order.
    public static func buildBlock(_ parts: Features...) -> Features { buildArray(parts) }

    /// What `if` chooses, or nothing.
    public static func buildOptional(_ part: Features?) -> Features { part ?? Features() }

    /// What `if` chooses.
    public static func buildEither(first part: Features) -> Features { part }

    /// What `else` chooses.
    public static func buildEither(second part: Features) -> Features { part }

    /// Those of each round of a loop.
    public static func buildArray(_ parts: [Features]) -> Features { parts.reduce(into: Features()) { $0.add($1) } }
}
