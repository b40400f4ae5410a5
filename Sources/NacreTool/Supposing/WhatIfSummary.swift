import NacreRuntime

/// What was judged and compared to find out what edits of a history would change.
package struct WhatIfSummary: Sendable {
    /// What the rules judged.
    let judged: RuleSummary

    /// The number of rows that would be others.
    let rows: Int

    /// The projections whose rows were compared.
    let compared: [String]

    /// Those whose rows were not.
    let notCompared: [String]

    /// The summary in words.
    package var text: String {
        let refused = judged.refused == 0 ? "none" : "\(judged.refused)"
        var parts = [
            "judged \(Figures.count(judged.judged, "event")) of the edited streams: the rules refuse \(refused) "
                + "that they allowed"
        ]
        if !compared.isEmpty || notCompared.isEmpty { parts.append("\(Figures.count(rows, "row")) would differ") }
        if !notCompared.isEmpty { parts.append("not compared: \(notCompared.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
