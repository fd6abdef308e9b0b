/// When nothing will be left, if it goes on like this: a range of days.
package struct Forecast: Sendable, Equatable {
    /// Why there is none.
    package enum Absence: String, Sendable, Equatable {
        case done = "nothing is left to move"
        case young = "none before four weeks of history"
        case rising = "none, because the number did not fall in the last weeks"
    }

    package var earliest: Day
    package var latest: Day

    /// The weeks over which the speed is measured; the fastest and the slowest of them are the range.
    private static let windows = [4, 8, 12]
    /// Further away than this says only that it takes long.
    private static let horizon = 20 * 365

    /// Makes a forecast from the number of uses that have to move at each sample.
    package static func make(from points: [(time: Int, count: Int)], target: Int = 0) -> Result<Forecast, Absence> {
        guard let first = points.first, let last = points.last else { return .failure(.young) }
        guard last.count > target else { return .failure(.done) }
        guard last.time - first.time >= 28 * 86_400 else { return .failure(.young) }
        var speeds: [Double] = []
        for weeks in windows {
            let start = last.time - weeks * 7 * 86_400
            // The window begins at the last sample before it; a history that is shorter has no such window.
            guard let before = points.last(where: { $0.time <= start }) else { continue }
            let days = Double(last.time - before.time) / 86_400
            speeds.append(Double(before.count - last.count) / days)
        }
        guard let slow = speeds.min(), let fast = speeds.max(), slow > 0 else { return .failure(.rising) }
        let left = Double(last.count - target)
        let today = Day(time: last.time).number
        func day(at speed: Double) -> Day {
            Day(number: today + Int(min(Double(horizon), (left / speed).rounded(.up))))
        }
        return .success(Forecast(earliest: day(at: fast), latest: day(at: slow)))
    }
}

extension Forecast.Absence: Error {}

extension UseHistory {
    /// The forecast for all singletons.
    package var forecast: Result<Forecast, Forecast.Absence> {
        Forecast.make(from: samples.map { ($0.time, $0.remaining) })
    }

    /// Returns the forecast for one singleton.
    package func forecast(of singleton: String, to target: Int) -> Result<Forecast, Forecast.Absence> {
        let points = samples.map { sample in
            (sample.time, sample.count { $0.singleton == singleton && $0.isOpen })
        }
        return Forecast.make(from: points, target: target)
    }
}
