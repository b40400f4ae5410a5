/// The read models that hold snapshots.
///
/// No projection owns them.
public enum SnapshotModel {
    private static let prefix = "snapshots-"

    /// The name of the read model that holds the snapshots of this name.
    static func name(of snapshots: String) -> String { prefix + snapshots }

    /// Whether a read model holds snapshots, by its name.
    ///
    /// - Parameter model: The name of the model.
    /// - Returns: Whether it does.
    public static func isName(_ model: String) -> Bool { model.utf8.starts(with: prefix.utf8) }
}
