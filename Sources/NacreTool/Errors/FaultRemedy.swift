/// What to do about the faults that `verify` and `replay --check` find.
enum FaultRemedy: Int, Comparable {
    /// For faults of the log or its index.
    case replaceFiles

    /// For a read model that differs from the log.
    case rebuildModels

    /// For a read model whose rebuild halts before an event that the live one has applied.
    case fixProjection

    /// For a projection that is halted.
    case resumeProjection

    static func < (left: FaultRemedy, right: FaultRemedy) -> Bool { left.rawValue < right.rawValue }

    /// The remedy as a clause.
    ///
    /// - Parameter tool: The program's name, with which commands begin.
    /// - Returns: The clause.
    func text(tool: String) -> String {
        switch self {
        case .replaceFiles:
            "replace a damaged log, or one that lacks events, with a copy, or make a store of what is whole with "
                + "\(tool) salvage; to rebuild an index, remove index.mdb while the store is closed"
        case .rebuildModels: "rebuild read models with \(tool) replay"
        case .fixProjection: "fix a projection whose rebuild halts"
        case .resumeProjection: "resume a halted projection with \(tool) projections retry or skip"
        }
    }
}

extension CommandError {
    /// The error that ends a check with faults.
    ///
    /// - Parameters:
    ///   - faults: The faults, such as `3 faults found`.
    ///   - remedies: The remedies for them.
    ///   - tool: The program's name.
    /// - Returns: The error.
    static func faultsFound(_ faults: String, _ remedies: Set<FaultRemedy>, tool: String) -> CommandError {
        guard !remedies.isEmpty else { return CommandError(.faultsFound, faults) }
        let texts = remedies.sorted().map { $0.text(tool: tool) }
        return CommandError(.faultsFound, "\(faults): \(texts.joined(separator: "; "))")
    }
}
