extension ReplicatedLogError {
    /// The error of a node whose clock differs too much from that of another one.
    static func clocksApart(
        by lead: Duration, from node: NodeAnnouncement, tolerating tolerance: Duration
    ) -> ReplicatedLogError {
        let seconds = lead / .seconds(1)
        let difference = seconds < 0 ? "\(Int(-seconds)) s behind" : "\(Int(seconds)) s ahead of"
        return ReplicatedLogError(
            .clocksApart,
            """
            the clock of this machine is \(difference) that of node \(node.name), and \(Int(tolerance / .seconds(1))) s are \
            tolerated: set the clocks, for example by NTP, or set clockTolerance
            """)
    }
}
