package import NacreRuntime

extension AsOfOptions {
    /// The moment; `nil` for the present.
    package var moment: Runtime.Moment? {
        switch (point, clock) {
        case (.position(let position), _): .position(position)
        case (.time(let time), .time): .happened(by: time)
        case (.time(let time), _): .time(time)
        case (nil, _): nil
        }
    }
}
