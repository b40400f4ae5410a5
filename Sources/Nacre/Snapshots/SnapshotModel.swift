/// The read models in which snapshots of states are kept, which no projection keeps.
public enum SnapshotModel {
    private static let prefix = "snapshots-"

    /// The name of the model in which the snapshots of a name are kept.
    static func name(of snapshots: String) -> String { prefix + snapshots }

    /// Whether a read model's name is that of one in which snapshots are kept.
    ///
    /// - Parameter model: The name of the model.
    /// - Returns: Whether it is.
    public static func isName(_ model: String) -> Bool { model.utf8.starts(with: prefix.utf8) }
}
