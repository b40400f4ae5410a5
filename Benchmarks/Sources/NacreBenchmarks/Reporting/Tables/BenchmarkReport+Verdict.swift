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
        return "Every audit passed: everything acknowledged is there once, at its position\(promises)."
    }

    /// Caveats of the figures: of the machine, and of the durability.
    var cautions: [String] {
        var cautions = environment.warnings
        let probes = [diskProbe.before.syncsPerSecond, diskProbe.after.syncsPerSecond]
        if let least = probes.min(), let greatest = probes.max(), greatest > least * 1.5 {
            cautions.append(
                "the disk alone made \(rateText(probes[0])) syncs a second before and \(rateText(probes[1])) after: its "
                    + "speed changed, so trust ratios, not rates or shares of its syncs")
        }
        let settings = Set(runs.map(\.durability))
        if settings.count > 1 {
            cautions.append(
                "durability differs between the runs (\(settings.map(\.rawValue).sorted().joined(separator: ", "))): "
                    + "their figures are not comparable")
        } else if settings == [.unsynced] {
            cautions.append(
                "durability \(Durability.unsynced.rawValue): acknowledged events do not survive a power "
                    + "loss, which may destroy the whole store")
        }
        return cautions
    }
}
