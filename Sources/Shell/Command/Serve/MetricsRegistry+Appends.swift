#if Server || All
    import NacreInspector
    import NacreTool
    import ShellServer

    extension MetricsRegistry {
        /// What this process has measured of its appends since it began; empty before the first one.
        var appendFigures: [InspectorFigure] {
            guard let groups = summary(of: "nacre.append.group_size"), let mean = groups.mean else { return [] }
            func count(_ label: String) -> Int { Int(summary(of: label)?.value ?? 0) }
            let tenths = Int((mean * 10).rounded())
            let sizes = [
                Figures.count(count("nacre.append.events"), "event"),
                Figures.count(count("nacre.append.commits"), "commit"), Figures.count(groups.count, "group"),
            ]
            let syncs = summary(of: "nacre.append.sync_time")
            let times = [
                ("Waiting for the writer", "nacre.append.queue_time"), ("Applying a group", "nacre.append.apply_time"),
                ("Syncing a group", "nacre.append.sync_time"), ("Resuming the callers", "nacre.append.resume_time"),
            ]
            return [
                InspectorFigure(
                    "Appended", "\(Figures.list(sizes)), on average \(tenths / 10).\(tenths % 10) commits in a group"),
                InspectorFigure("Syncs", "\(syncs?.count ?? 0)"),
                InspectorFigure(
                    "Refused",
                    Figures.count(count("nacre.append.conflicts"), "conflict") + ", "
                        + Figures.count(count("nacre.append.failures"), "failure")),
            ] + times.compactMap { name, label in time(label).map { InspectorFigure(name, $0) } }
        }

        /// The mean of a timer, and what nearly all of its values do not exceed; `nil` if it has none.
        private func time(_ label: String) -> String? {
            guard let summary = summary(of: label), let mean = summary.mean else { return nil }
            let bound = summary.bound(ofShare: 0.99).map { "99 % at most \(Self.duration($0))" } ?? "some beyond 10 s"
            return "on average \(Self.duration(mean)), \(bound)"
        }

        private static func duration(_ seconds: Double) -> String {
            Figures.duration(nanoseconds: Int64(seconds * 1e9))
        }
    }
#endif
