extension BenchmarkReport {
    /// Whether the figures are valid, in a sentence.
    var verdict: String {
        let struckOut = runs.filter { !$0.audit.passed }
        let broken = runs.flatMap { $0.promises.filter { !$0.passed } }
        guard struckOut.isEmpty else {
            return "AN AUDIT FAILED: the figures of \(struckOut.map(\.name).joined(separator: "; ")) are struck out."
        }
        guard broken.isEmpty else {
            return "A PROMISE IS BROKEN: \(broken.map(\.name).joined(separator: "; "))."
        }
        guard !runs.isEmpty else { return "Nothing was measured." }
        let promises = runs.contains { !$0.promises.isEmpty } ? ", and every promise holds" : ""
        return "Every audit passed: what was acknowledged is there, once, in its place\(promises)."
    }

    /// Caveats of the figures: of the machine, and of the durability.
    var cautions: [String] {
        var cautions = environment.warnings
        let probes = [diskProbe.before.syncsPerSecond, diskProbe.after.syncsPerSecond]
        if let least = probes.min(), let greatest = probes.max(), greatest > least * 1.5 {
            cautions.append(
                "the disk alone made \(rateText(probes[0])) syncs a second before and \(rateText(probes[1])) after: it was "
                    + "not even, believe ratios rather than rates or shares of its syncs")
        }
        let settings = Set(runs.map(\.durability))
        if settings.count > 1 {
            cautions.append(
                "durability differs between the runs (\(settings.map(\.rawValue).sorted().joined(separator: ", "))): "
                    + "their figures are not of the same work")
        } else if settings == [.unsynced] {
            cautions.append(
                "durability \(Durability.unsynced.rawValue): an acknowledgement survives no power loss, "
                    + "and a power loss may take the whole store")
        }
        return cautions
    }
}
