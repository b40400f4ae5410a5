package import NacreRuntime

extension AsOfOptions {
    /// The moment; `nil` for the present.
    package var moment: Runtime.Moment? { point?.moment(by: clock) }
}

extension AsOfOptions.Point {
    /// The moment.
    ///
    /// - Parameter clock: The time of events that a time refers to; `nil` for the default.
    /// - Returns: The moment.
    package func moment(by clock: AsOfOptions.Clock?) -> Runtime.Moment {
        switch (self, clock) {
        case (.position(let position), _): .position(position)
        case (.time(let time), .time): .happened(by: time)
        case (.time(let time), _): .time(time)
        }
    }
}
